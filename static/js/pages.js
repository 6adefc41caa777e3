// Loaded with the pages around the game. They work without it: every action is a form.
import "./pages/address.js";
import "./pages/ahead.js";
import "./pages/answered.js";
import "./pages/times.js";
import "./pages/seats.js";
import "./pages/links.js";
import "./pages/pairs.js";
import "./clock.js";
