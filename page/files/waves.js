// Records waves of chosen signals, and says how far that is.

const element = (id) => document.getElementById(id);

let status = { waves: null, has_waves: false };

export function tell(newest) {
  status = newest;
  const { waves, has_waves } = status;
  element("waves").textContent = waves === null ? "Record waves" : "Cancel waves";
  const bar = element("waves_done");
  bar.hidden = waves === null;
  // The most that was seen to be left is how many they are.
  bar.max = waves === null ? 1 : Math.max(bar.max, waves);
  bar.value = bar.max - (waves ?? 0);
  element("waves_file").hidden = !has_waves || waves !== null;
}

/** `order` gives an order; `click` says what a click on an element does. */
export function begin(order, click) {
  click("waves", () => {
    if (status.waves !== null) return order({ do: "cancel_waves" });
    const thousands = element("thousands");
    if (!thousands.reportValidity()) return false;
    const signals = element("signals").value.split(/[\s,]+/).filter((signal) => signal !== "");
    return order({ do: "waves", thousands: Number(thousands.value), signals, format: element("wave_format").value });
  });
}
