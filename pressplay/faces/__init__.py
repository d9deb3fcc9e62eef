"""Faces: a piece's data filled into templates, laid out as a picture and looked over before printing."""
