// Fetched once the page stands, for no first tap waits for it: what is tapped is kept until it is
// sent, others' deals are shown, the screen stays awake.
import "./news.js";
import "./menu.js";
import "./pad/arrows.js";
import "./pad/typed_list.js";
import "./wake_lock.js";
import "./service_worker.js";
import "./unsent/kept.js";
