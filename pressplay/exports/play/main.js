// The page comes to life.
for (const count of Object.keys(scene.setups)) {
  const button = make("button", "", $("setups"), `Set up for ${count}`);
  button.dataset.count = count;
  button.addEventListener("click", () => {
    setUp(Number(count));
    openHand = false;
    chosen = 0;
    fitTable();
    tell(`Set up for ${count} players.`);
  });
}
scene.seats.forEach((name, seat) => Object.assign(make("option", "", $("seat"), name), { value: String(seat) }));
$("seat").addEventListener("change", () => {
  state.seat = Number($("seat").value);
  openHand = false; // the next player takes the device over
  opened = null;
  fitTable();
  keep();
  $("seat").blur();
});
$("show").addEventListener("click", () => { openHand = !openHand; render(); });
$("undo").addEventListener("click", () => { undo(); render(); });
$("redo").addEventListener("click", () => { redo(); render(); });
$("pencil").addEventListener("click", () => {
  writing = !writing;
  $("pencil").setAttribute("aria-pressed", writing);
  document.body.classList.toggle("writing", writing);
  if (writing) tell("Draw on a board or sheet; click on it to type.");
});
$("larger").addEventListener("click", () => nearer(1.25));
$("smaller").addEventListener("click", () => nearer(0.8));
$("fit").addEventListener("click", fitTable);
$("help").addEventListener("click", () => $("words").showModal());
for (const id of ["words", "look"]) $(id).querySelector("p button").addEventListener("click", () => $(id).close());
$("save").addEventListener("click", () => {
  const link = make("a", "", document.body);
  link.href = URL.createObjectURL(new Blob([saved()], { type: "application/json" }));
  link.download = `${scene.game}-table.json`;
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
});
$("load").addEventListener("click", () => $("file").click());
$("file").addEventListener("change", async () => {
  const [file] = $("file").files;
  if (!file) return;
  tell(restore(await file.text()) || "The table is as it was saved.");
  $("file").value = "";
  fitTable();
});
try {
  const kept = localStorage.getItem(STORE);
  if (kept && restore(kept) === "") before.length = 0;
} catch { /* a browser that keeps nothing starts afresh */ }
furnish();
listenToPointer();
listenToKeys();
addEventListener("resize", fitTable);
fitTable();
