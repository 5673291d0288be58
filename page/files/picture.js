// The machine's picture on its canvas: as large as there is room, and with lines that are all alike.

const element = (id) => document.getElementById(id);
const canvas = element("picture");
const paper = canvas.getContext("2d");
const room = element("room");
const main = document.querySelector("main");

/** The picture's own pixels. */
export const WIDTH = 640;
export const HEIGHT = 480;

/** A whole number of the screen's pixels to one of the picture's is best, unless the picture gets smaller than this for it. */
const LEAST = 0.9;
/** Steps of the size between two whole numbers. By sixteenths each line of Gomoku's board falls alike on the screen's pixels. */
const STEPS = 16;

/** The newest picture. */
let newest = null;

function paint() {
  if (newest === null) return;
  paper.imageSmoothingEnabled = false;
  paper.drawImage(newest, 0, 0, canvas.width, canvas.height);
}

/** Makes the picture as large as it may be. Between two whole sizes it is painted in the larger one, which the browser shrinks. */
export function fit() {
  const across = Number(getComputedStyle(main).getPropertyValue("--across"));
  const most = room.clientWidth * devicePixelRatio / across;
  const whole = Math.floor(most);
  const size = whole >= LEAST * most ? whole : Math.floor(STEPS * most) / STEPS;
  main.style.setProperty("--size", size / devicePixelRatio);
  const painted = Math.ceil(size);
  if (canvas.width === painted * WIDTH) return;
  [canvas.width, canvas.height] = [painted * WIDTH, painted * HEIGHT];
  paint();
}
new ResizeObserver(fit).observe(room);

// Pictures are shown in the order they came.
let shown = Promise.resolve();
export function show(blob) {
  shown = shown.then(async () => {
    const next = await createImageBitmap(blob, { colorSpaceConversion: "none", premultiplyAlpha: "none" });
    newest?.close();
    newest = next;
    paint();
    document.body.dataset.pictures = 1 + Number(document.body.dataset.pictures || 0);
  });
}
