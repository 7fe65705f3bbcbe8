/** The whole screen for the game, and back. */

export function toggleFullScreen() {
  return document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
}
