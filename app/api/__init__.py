"""The server over HTTP: who asks is known and may, what is asked is bounded, what is answered is documented."""
