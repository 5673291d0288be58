// Saves files of the machine, or of a circuit.

/** Saves the file that is being fetched; why there is none goes to `complain`. */
export async function save(fetched, complain) {
  const copy = document.createElement("a");
  try {
    const file = await fetched;
    [copy.href, copy.download] = [URL.createObjectURL(file), file.name];
  } catch (error) {
    return complain(error.message);
  }
  copy.click();
  return URL.revokeObjectURL(copy.href);
}
