"""Routes only: read the request, call one noun, answer. `api.py`: programs, `public.py`: people."""
