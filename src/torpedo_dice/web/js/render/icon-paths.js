/**
 * The icons, drawn in a square of 24, as lines. The object is written as JSON, because the
 * rulebook is drawn with the same icons and reads it from here.
 * @type {Record<string, string>}
 */
export default {
  "periscope": "M9 21V7q0-3 3-3h7v5h-6v12zM16 6.5h.1",
  "artillery": "M4 19h15M6 19v-4q0-3 3-3h4q3 0 3 3v4M12 12l8-6M14 13.5l7.5-5.5",
  "tower": "M5 20l2-9h10l2 9zM9 11V7h6v4M12 7V3M12 3h4",
  "fins": "M3 19q6-1 8-14l3 14zM14 19q4-2 7-8v8z",
  "engine": "M12 8a4 4 0 1 0 .01 0M12 2v4M12 18v4M2 12h4M18 12h4M5 5l2.8 2.8M16.2 16.2L19 19M5 19l2.8-2.8M16.2 7.8L19 5",
  "portholes": "M12 3a9 9 0 1 0 .01 0M12 8a4 4 0 1 0 .01 0",
  "propeller": "M12 10a2 2 0 1 0 .01 0M12 10Q6 7 9 2q5 0 3 8M13.7 13q5.600-3.700 8.400 1.400-2.500 4.300-8.400-1.400M10.300 13q-.4 6.700-6.300 6.600-2.500-4.300 6.300-6.600",
  "skull": "M12 3c-5 0-8 3-8 7.500 0 2.500 1.500 4 3 5V20h10v-4.500c1.500-1 3-2.500 3-5C20 6 17 3 12 3zM8.500 10a1.500 1.500 0 1 0 .01 0M15.500 10a1.500 1.500 0 1 0 .01 0M10.500 20v-3M13.500 20v-3",
  "explosion": "M12 2l2 6 6-3-3 6 5 3-6 1 1 7-5-5-5 5 1-7-6-1 5-3-3-6 6 3z",
  "trophy": "M8 3h8v6q0 5-4 5t-4-5zM8 5H4q0 5 4 5M16 5h4q0 5-4 5M12 14v4M8 21h8M9.500 18h5v3h-5z",
  "bot": "M6 9h12v9H6zM12 9V5M9 13h.1M15 13h.1M4 12v3M20 12v3",
  "people": "M9 11a3 3 0 1 0 0-.01M3 20q0-6 6-6t6 6M16 11a2.500 2.500 0 1 0-1-5M17 14q4 .5 4 5",
  "link": "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  "shield": "M12 3l7 3v5q0 7-7 10-7-3-7-10V6zM9 12l2.200 2.200L15.500 10",
  "submarine": "M3 15q0-4 6-4h8q4 0 4 4t-4 4H9q-6 0-6-4zM10 11V8h4v3M12 8V4h3M9 15h.1M13 15h.1M17 15h.1"
};
