// The grid: a kind as a spreadsheet, on the very file that holds it.

import { h, fill, post, say, select } from "./dom.js";
import { face } from "./faces.js";
import { input, wrongWith } from "./fields.js";

class Grid {
  constructor(room, main) {
    this.room = room;
    this.main = main;
    this.at = [0, 0];
    this.box = h("div", { class: "grid-box" });
    this.tools = h("div", { class: "tools" });
    fill(main, this.tools, this.box);
    this.update();
  }

  close() {}

  async update() {
    const { room } = this, { game } = room;
    const kind = game.kinds.find((one) => one.id === room.look.kind) || game.kinds[0];
    const rows = await room.written(kind);
    if (this.editing && this.kind === kind) return;
    const held = document.activeElement?.tagName === "TD" && this.box.contains(document.activeElement);
    this.kind = kind;
    this.columns = Object.entries(kind.fields);
    fill(this.tools, 
      select("kind", game.kinds.map((one) => [one.id, one.title]), kind.id, (id) => { room.set("kind", id); this.at = [0, 0]; this.update(); }),
      h("span", { class: "fine-print" }, "Enter or typing edits a cell, Escape leaves it; Shift and arrows pick several; paste fills from the picked cell. Cells in grey hold more than one value: open the piece."),
    );
    const pieces = new Map(game.pieces.filter((one) => one.kind === kind.id).map((one) => [one.index, one]));
    this.rows = rows;
    const scale = 34 / Math.max(kind.width, kind.height);
    this.cells = [];
    const body = rows.map((written, index) => {
      const piece = pieces.get(index);
      const wrong = new Map((piece ? room.problemsOf(piece) : []).map((one) => [one.field, one.message]));
      const cells = this.columns.map(([name, field], column) => this.cell(written, name, field, index, column, wrong.get(name)));
      this.cells.push(cells);
      const thumb = piece?.front ? face(kind, piece.front, scale) : h("span", {}, "?");
      return h("tr", { role: "row", "aria-rowindex": index + 2 }, h("th", { scope: "row", role: "rowheader" }, h("a", { href: room.link({ view: "", piece: piece ? `${kind.id}/${piece.id}` : `${kind.id}/${index}?` }), "aria-label": `open ${piece?.title || index + 1}`, tabindex: -1 }, thumb)), cells);
    });
    const head = h("thead", {}, h("tr", { role: "row", "aria-rowindex": 1 }, h("th", { role: "columnheader", scope: "col" }, h("span", { class: "fine-print" }, "piece")), this.columns.map(([name, field]) => h("th", { role: "columnheader", scope: "col", title: field.means }, name))));
    const table = h("table", { class: "grid", role: "grid", "aria-label": `${kind.title}: ${rows.length} pieces`, "aria-rowcount": rows.length + 1, "aria-colcount": this.columns.length + 1, onkeydown: (event) => this.key(event), ondblclick: (event) => this.open(event.target.closest("td")), onpaste: (event) => this.paste(event), onmousedown: (event) => this.press(event), oncopy: (event) => this.take(event) }, head, h("tbody", {}, body));
    const top = this.box.scrollTop, left = this.box.scrollLeft;
    fill(this.box, table);
    this.box.scrollTo(left, top);
    this.point(Math.min(this.at[0], rows.length - 1), Math.min(this.at[1], this.columns.length - 1), held, false);
  }

  cell(written, name, field, row, column, wrong) {
    const value = written[name], table = this.kind.source.endsWith(".csv");
    const fixed = value !== undefined && typeof value !== "string";
    const nested = (field.sort === "list" || field.sort === "record") && !table;
    const words = value === undefined ? "" : typeof value === "string" ? value.replace(/\n+$/, "") : value.shared ? `(${value.shared})` : Array.isArray(value) ? value.map((one) => (typeof one === "string" ? one : "…")).join(" · ") : "…";
    let mark = null;
    if (field.sort === "color" && words) mark = h("span", { class: "swatch", style: { background: this.room.game.palette[words] || (/^#[0-9a-f]{3,6}$/i.test(words) ? words : "transparent") } });
    if (field.sort === "icon" && words) mark = h("img", { alt: "", src: `/api/icon/${encodeURIComponent(this.room.game.id)}/${encodeURIComponent(words)}` });
    return h("td", { role: "gridcell", tabindex: -1, "aria-readonly": fixed || nested ? "true" : "false", "aria-invalid": wrong ? "true" : null, title: wrong || words, class: wrong ? "wrong" : null, "data-row": row, "data-column": column }, mark, words);
  }

  point(row, column, focus = true, pick = false) {
    if (!this.cells.length) return;
    row = Math.max(0, Math.min(row, this.cells.length - 1));
    column = Math.max(0, Math.min(column, this.columns.length - 1));
    this.cells[this.at[0]]?.[this.at[1]]?.setAttribute("tabindex", -1);
    if (!pick) this.from = [row, column];
    this.at = [row, column];
    const cell = this.cells[row][column];
    cell.setAttribute("tabindex", 0);
    if (focus) {
      cell.focus({ preventScroll: true });
      cell.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    const [top, bottom] = [this.from[0], row].sort((a, b) => a - b), [left, right] = [this.from[1], column].sort((a, b) => a - b);
    this.picked = { top, bottom, left, right };
    for (const [r, cells] of this.cells.entries()) for (const [c, one] of cells.entries()) {
      const inside = r >= top && r <= bottom && c >= left && c <= right && (top !== bottom || left !== right);
      if (inside !== one.classList.contains("picked")) { one.classList.toggle("picked", inside); one.setAttribute("aria-selected", inside); }
    }
  }

  press(event) {
    const cell = event.target.closest("td");
    if (cell && !this.editing) this.point(Number(cell.dataset.row), Number(cell.dataset.column), true, event.shiftKey);
  }

  key(event) {
    if (this.editing) return;
    const [row, column] = this.at, page = 10, whole = event.ctrlKey || event.metaKey;
    const moves = { ArrowUp: [row - 1, column], ArrowDown: [row + 1, column], ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1], Home: [whole ? 0 : row, 0], End: [whole ? Infinity : row, Infinity], PageUp: [row - page, column], PageDown: [row + page, column] };
    if (moves[event.key]) this.point(...moves[event.key], true, event.shiftKey);
    else if (event.key === "Enter" || event.key === "F2") this.open(this.cells[row][column]);
    else if (event.key === "a" && whole) { this.from = [0, 0]; this.point(Infinity, Infinity, true, true); }
    else if (event.key.length === 1 && !whole && !event.altKey) this.open(this.cells[row][column], event.key);
    else return;
    event.preventDefault();
  }

  open(cell, typed) {
    if (!cell || this.editing || cell.getAttribute("aria-readonly") === "true") return;
    const row = Number(cell.dataset.row), column = Number(cell.dataset.column), [name, field] = this.columns[column];
    const before = [...cell.childNodes], written = this.rows[row][name];
    this.editing = true;
    const finish = async (value, move = 0) => {
      if (!this.editing) return;
      this.editing = false;
      cell.classList.remove("editing");
      fill(cell, ...before);
      this.point(row + move, column);
      if (value === null || value === (written ?? "").replace(/\n+$/, "")) return;
      await this.change([[row, column, value]]);
    };
    const editor = input(field, written, "cell", this.room.game, () => {});
    const main = editor.matches("input, select, textarea") ? editor : editor.querySelector("#cell");
    if (typed && main.tagName !== "SELECT" && main.type !== "date") main.value = main.type === "number" && !/[\d.-]/.test(typed) ? "" : typed;
    main.setAttribute("aria-label", name);
    main.addEventListener("keydown", (event) => {
      if (event.key === "Escape") finish(null);
      else if (event.key === "Enter" && !event.shiftKey) finish(main.value, 1);
      else if (event.key === "Tab") finish(main.value);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    main.addEventListener("blur", (event) => { if (!cell.contains(event.relatedTarget)) finish(main.value); });
    cell.classList.add("editing");
    fill(cell, editor);
    main.focus();
    if (!typed) main.select?.();
  }

  take(event) {
    if (this.editing) return;
    const { top, bottom, left, right } = this.picked;
    const lines = this.rows.slice(top, bottom + 1).map((row) => this.columns.slice(left, right + 1).map(([name]) => quoted(row[name])).join("\t"));
    event.clipboardData.setData("text/plain", lines.join("\n"));
    event.preventDefault();
  }

  async paste(event) {
    if (this.editing) return;
    event.preventDefault();
    const lines = pasted(event.clipboardData.getData("text/plain"));
    const { top, left } = this.picked;
    const changes = [];
    for (const [r, values] of lines.entries()) for (const [c, value] of values.entries()) {
      if (top + r < this.rows.length && left + c < this.columns.length && this.cells[top + r][left + c].getAttribute("aria-readonly") !== "true") changes.push([top + r, left + c, value]);
    }
    await this.change(changes);
  }

  // All or nothing: a value that its field refuses stops a paste before anything is written.
  async change(changes) {
    const edits = [];
    for (const [row, column, value] of changes) {
      const [name, field] = this.columns[column], wrong = wrongWith(field, value), written = this.rows[row][name];
      if (wrong) { say(`Row ${row + 1}, ${name} is ${wrong}. Nothing was changed.`); return; }
      if (value === (written ?? "").replace?.(/\n+$/, "")) continue;
      edits.push({ index: row, path: [name], value: value === "" && field.optional ? null : value, sort: field.sort });
    }
    if (!edits.length) return;
    const told = await post("/api/edit-all", { game: this.room.game.id, kind: this.kind.id, seen: this.room.seen(this.kind.source), edits: edits.filter((one) => one.value !== null || this.rows[one.index][one.path[0]] !== undefined) });
    if (told.done) await this.room.load();
  }
}

function quoted(value) {
  const words = value === undefined ? "" : typeof value === "string" ? value.replace(/\n+$/, "") : "";
  return /[\t\n"]/.test(words) ? `"${words.replaceAll('"', '""')}"` : words;
}

// Tab-separated rows as spreadsheets put them on the clipboard; a cell with a line break stands in quotes.
function pasted(text) {
  const rows = [[]];
  const form = /"((?:[^"]|"")*)"(?=\t|\r?\n|$)|([^\t\r\n]*)/y;
  let at = 0;
  while (at <= text.length) {
    form.lastIndex = at;
    const match = form.exec(text);
    rows[rows.length - 1].push(match[1] !== undefined ? match[1].replaceAll('""', '"') : match[2]);
    at = form.lastIndex;
    if (text[at] === "\t") at += 1;
    else if (at >= text.length) break;
    else {
      at += text[at] === "\r" ? 2 : 1;
      if (at >= text.length) break;
      rows.push([]);
    }
  }
  return rows;
}

export { Grid };
