"""Tabletop Simulator: image sheets, objects, savefiles, the set-up script, and updates of saves."""
