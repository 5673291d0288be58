// Everything a hand does to the machine: the keyboard, the buttons that stand for its keys, the mouse and fingers.

import { HEIGHT, WIDTH } from "picture";

/** The machine's name of a key, by the browser's code for it. */
const names = new Map();
/** The keys that are down. */
const held = new Set();
/** Ctrl is down, and no other key was pressed with it: alone it is the machine's, a chord is the browser's. */
let alone = null;

function code(name) {
  const codes = {
    up: "ArrowUp", down: "ArrowDown", left: "ArrowLeft", right: "ArrowRight", enter: "Enter",
    keypad_enter: "NumpadEnter", space: "Space", esc: "Escape", ctrl: "ControlLeft", right_ctrl: "ControlRight",
  };
  if (name in codes) return codes[name];
  if (/^[a-z]$/.test(name)) return "Key" + name.toUpperCase();
  if (/^[0-9]$/.test(name)) return "Digit" + name;
  return name.toUpperCase();
}

/** Whether a control of the page uses the key itself. */
function belongsTo(target, key) {
  if (target.closest("input, select")) return true;
  return target.closest("button, a, summary, label") && (key === "Enter" || key === "Space" || key === "NumpadEnter");
}

/**
 * Listens. `order` takes what is for the machine; `stepped` may take a key first, and tells whether it did.
 */
export function listen(known, canvas, order, stepped) {
  for (const name of known) names.set(code(name), name);
  const set = (name, down) => {
    // The keyboard's own repetition is not the machine's business.
    if (down === held.has(name)) return;
    down ? held.add(name) : held.delete(name);
    order({ do: "key", name, down });
  };
  const press = (name) => {
    set(name, true);
    set(name, false);
  };

  addEventListener("keydown", (event) => {
    if (event.key === "Control") {
      if (!event.repeat) alone = event.code;
      return;
    }
    alone = null;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (belongsTo(event.target, event.code)) return;
    if (stepped(event.code)) return event.preventDefault();
    const name = names.get(event.code);
    if (name === undefined) return;
    event.preventDefault();
    set(name, true);
  });
  addEventListener("keyup", (event) => {
    if (event.key === "Control") {
      if (alone === event.code) press(names.get(event.code));
      alone = null;
      return;
    }
    const name = names.get(event.code);
    if (held.has(name)) set(name, false);
  });
  // Ctrl with the mouse or its wheel is a chord as well.
  for (const kind of ["pointerdown", "wheel"]) addEventListener(kind, () => { alone = null; }, { passive: true });
  // A key let go elsewhere would stay down here.
  addEventListener("blur", release);

  for (const button of document.querySelectorAll("[data-key]")) {
    const name = button.dataset.key;
    button.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      set(name, true);
    });
    for (const kind of ["pointerup", "pointerleave", "pointercancel"])
      button.addEventListener(kind, () => { if (held.has(name)) set(name, false); });
    // From the keyboard there is no pointer.
    button.addEventListener("click", (event) => { if (event.detail === 0) press(name); });
    button.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  // A click and not the finger's first touch, which may be the beginning of a scroll.
  canvas.addEventListener("click", (event) => {
    if (event.ctrlKey) return;
    const place = canvas.getBoundingClientRect();
    const pixel = (from, length, count) => Math.min(Math.max(Math.floor(from / length * count), 0), count - 1);
    order({
      do: "point",
      x: pixel(event.clientX - place.left, place.width, WIDTH),
      y: pixel(event.clientY - place.top, place.height, HEIGHT),
    });
  });

  function release() {
    for (const name of [...held]) set(name, false);
    alone = null;
  }
}

/** The connection is lost, and with it every key that was down. */
export function forget() {
  held.clear();
}
