// Takes a save apart and puts it together again: node round-trip.js SAVE FOLDER RESULT
const fs = require("fs");

// The only xmlbundle there is gives an object where savefile 2.4.0 wants its text.
const xml = require("@tts-tools/xmlbundle/dist/xmlbundle");
const unbundle = xml.unbundle;
xml.unbundle = (text) => unbundle(text).root;

const { embedSave, extractSave, readSave } = require("@tts-tools/savefile");

const [source, folder, result] = process.argv.slice(2);
extractSave(readSave(source), { output: folder, withState: true });
fs.writeFileSync(result, JSON.stringify(embedSave(folder, { includePath: folder })));
