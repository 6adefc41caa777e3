// Stands in the place of js/later.js in the pocket edition: what is tapped is kept at once and nobody
// else writes, so there is nothing to send later and no news.
import "./menu.js";
import "./pad/arrows.js";
import "./pad/record.js";
import "./pad/second_tap.js";
import "./pad/typed_list.js";
import "./picture.js";
import "./wake_lock.js";
