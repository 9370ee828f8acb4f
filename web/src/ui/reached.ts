// A part of the page could not be loaded: once the server gives the page again, it is loaded anew as a whole.
const EVERY = 3000;

/** As an attachment: for as long as what tells of it is shown. */
export function reloadWhenReached(): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => (timer = setTimeout(() => void look(), EVERY * (0.75 + Math.random() / 2)));
  const look = async () => {
    const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    if (answer?.ok) location.reload();
    else wait();
  };
  wait();
  return () => clearTimeout(timer);
}
