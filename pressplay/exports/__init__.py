"""Exports: each module turns a job into files of one sort."""
