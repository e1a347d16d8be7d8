"""The device's end of each dialect: what happens in, frames out, commands obeyed. No connection; time is passed in."""
