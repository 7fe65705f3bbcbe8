/** Sounds, synthesised: a ping, a torpedo, a hit, a splash, the dice. Off unless the player wants them. */

/** @type {AudioContext | null} */
let context = null;
/** @type {GainNode} */
let master;

/** @param {number} from @param {number} to @param {number} seconds @param {OscillatorType} type @param {number} loud */
function tone(from, to, seconds, type, loud) {
  const c = /** @type {AudioContext} */ (context);
  const source = c.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(from, c.currentTime);
  source.frequency.exponentialRampToValueAtTime(to, c.currentTime + seconds);
  source.connect(fading(loud, seconds));
  source.start();
  source.stop(c.currentTime + seconds);
}

/** @param {number} pitch @param {number} seconds @param {number} loud @param {number} [wait] */
function noise(pitch, seconds, loud, wait = 0) {
  const c = /** @type {AudioContext} */ (context);
  const buffer = c.createBuffer(1, c.sampleRate * seconds, c.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  const source = c.createBufferSource();
  source.buffer = buffer;
  const filter = c.createBiquadFilter();
  filter.type = "lowpass";
  filter.frequency.value = pitch;
  source.connect(filter).connect(fading(loud, seconds, wait));
  source.start(c.currentTime + wait);
}

/** @param {number} loud @param {number} seconds @param {number} [wait] */
function fading(loud, seconds, wait = 0) {
  const c = /** @type {AudioContext} */ (context);
  const gain = c.createGain();
  gain.gain.setValueAtTime(loud, c.currentTime + wait);
  gain.gain.exponentialRampToValueAtTime(0.0001, c.currentTime + wait + seconds);
  gain.connect(master);
  return gain;
}

const SOUNDS = {
  dice: () => [0, 0.07, 0.13, 0.2].forEach((wait) => noise(2600, 0.05, 0.3, wait)),
  take: () => noise(3200, 0.05, 0.25),
  ping: () => tone(1250, 1180, 0.9, "sine", 0.08),
  launch: () => noise(600, 0.5, 0.1),
  hit: () => { noise(500, 0.5, 0.6); tone(120, 40, 0.4, "triangle", 0.4); },
  miss: () => noise(1400, 0.35, 0.12),
  destroyed: () => { noise(300, 1.1, 0.8); tone(80, 28, 0.9, "sawtooth", 0.25); },
  switch: () => { tone(300, 520, 0.12, "square", 0.06); noise(3000, 0.03, 0.2); },
};

/** @param {keyof typeof SOUNDS} name @param {number} volume from 0, which is silence, to 1 */
export function play(name, volume) {
  if (!volume) return;
  if (!context) {
    context = new AudioContext();
    master = context.createGain();
    master.connect(context.destination);
  }
  if (context.state === "suspended") context.resume();
  master.gain.value = volume;
  SOUNDS[name]();
}
