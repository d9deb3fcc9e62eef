"""The same pictures in lines on white paper."""
