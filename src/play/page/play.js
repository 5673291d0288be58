// The page: draws the pictures that come, sends the keys that go down and up, and shows how the machine is.
"use strict";

const element = (id) => document.getElementById(id);
const canvas = element("picture");
const screen = canvas.getContext("2d");

/** The newest status, and the socket while there is one. */
let status = {};
let socket = null;
/** The machine's name of a key, by the browser's code for it. */
const names = new Map();
/** The keys that are down. */
const held = new Set();

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

function order(what) {
  if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(what));
}

// Pictures are drawn in the order they came.
let drawn = Promise.resolve();
function draw(blob) {
  drawn = drawn.then(async () => {
    const picture = await createImageBitmap(blob, { colorSpaceConversion: "none", premultiplyAlpha: "none" });
    screen.drawImage(picture, 0, 0);
    picture.close();
    document.body.dataset.pictures = 1 + Number(document.body.dataset.pictures || 0);
  });
}

function show(newest) {
  if ("refused" in newest) {
    element("trouble").textContent = newest.refused;
    return;
  }
  status = newest;
  const number = (value) => value.toLocaleString("en").replaceAll(",", " ");
  element("engine").textContent = status.engine;
  element("clocks").textContent = number(status.clocks);
  element("rate").textContent = status.paused ? "paused" : number(status.rate);
  element("pause").textContent = status.paused ? "Go on" : "Pause";
  element("film").textContent = status.film === null ? "Record GIF" : `End GIF (${status.film})`;
  element("film_file").hidden = !status.has_film;
  element("waves").textContent = status.waves === null ? "Record waves" : `${number(status.waves)} to go`;
  element("waves_file").hidden = !status.has_waves;
  const back = status.replay === null ? "" : `playing back: ${status.replay[0]} of ${status.replay[1]} stones`;
  element("trouble").textContent = status.trouble ?? back;
}

function connect() {
  socket = new WebSocket(`ws://${location.host}/ws`);
  socket.binaryType = "blob";
  socket.onopen = () => { element("link").textContent = "connected"; };
  socket.onmessage = (message) => {
    if (typeof message.data === "string") show(JSON.parse(message.data));
    else draw(message.data);
  };
  socket.onclose = () => {
    element("link").textContent = "the machine is gone; trying again";
    held.clear();
    setTimeout(connect, 500);
  };
}

function key(event, down) {
  const name = names.get(event.code);
  // A key of the page's own controls, or a shortcut of the browser's.
  if (name === undefined || event.altKey || event.metaKey) return;
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
  event.preventDefault();
  // The keyboard's own repetition is not the machine's business.
  if (down === held.has(name)) return;
  down ? held.add(name) : held.delete(name);
  order({ do: "key", name, down });
}

function release() {
  for (const name of held) order({ do: "key", name, down: false });
  held.clear();
}

async function start() {
  for (const name of await (await fetch("keys.json")).json()) names.set(code(name), name);
  addEventListener("keydown", (event) => key(event, true));
  addEventListener("keyup", (event) => key(event, false));
  // A key let go elsewhere would stay down here.
  addEventListener("blur", release);
  const click = (id, does) => element(id).addEventListener("click", () => { does(); canvas.focus(); });
  click("pause", () => order({ do: status.paused ? "resume" : "pause" }));
  click("step", () => order({ do: "step", clocks: Number(element("steps").value) }));
  click("film", () => order({ do: "film", on: status.film === null }));
  click("waves", () => order({ do: "waves", thousands: Number(element("thousands").value) }));
  element("speed").addEventListener("change", () => {
    const speed = element("speed").value;
    order({ do: "speed", clocks: speed === "" ? null : speed === "game" ? status.second : Number(speed) });
    canvas.focus();
  });
  element("sgf").addEventListener("change", async () => {
    const [file] = element("sgf").files;
    if (file) order({ do: "sgf", text: await file.text() });
    element("sgf").value = "";
    canvas.focus();
  });
  canvas.focus();
  connect();
}

start();
