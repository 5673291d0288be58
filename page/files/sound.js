// Plays what the machine's circuit puts out: pieces of samples, one behind the other.

/** Samples a second: a sample is 1024 clocks of 25 MHz. */
const RATE = 25_000_000 / 1024;
/** A sample of 127 is a level that is high all the time, which would be far too loud. */
const LOUDNESS = 0.2 / 127;
/** Seconds from the arrival of a piece to its beginning, so that the next one arrives in time. */
const DELAY = 0.06;

let context = null;
let end = 0;
let heard = 0;

/** A browser lets a page sound once a person has touched it. */
export function allow() {
  context ??= new AudioContext();
  context.resume();
}

/** Plays a piece. */
export function play(samples) {
  heard += samples.length;
  document.body.dataset.heard = heard;
  if (context === null) return;
  const buffer = context.createBuffer(1, samples.length, RATE);
  buffer.copyToChannel(Float32Array.from(samples, (sample) => sample * LOUDNESS), 0);
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(context.destination);
  end = Math.max(end, context.currentTime + DELAY);
  source.start(end);
  end += buffer.duration;
}
