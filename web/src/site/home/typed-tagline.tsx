import { useEffect, useRef } from 'react';
import { timings } from '../../config/timings';
import { useText } from '../../i18n/use-text';
import { isHidden, isStill, useMotion } from '../../lib/motion';

export interface Typed {
  sentence: number;
  /** How many are shown; all of them when it's more than the sentence has. */
  letters: number;
}

/** The next thing to show, and when: one more letter; after a whole sentence nothing, then the following sentence. */
export function nextTyped({ sentence, letters }: Typed, lengths: number[]): { next: Typed; afterMs: number } {
  const following = (sentence + 1) % lengths.length;
  if (letters >= (lengths[sentence] ?? 0)) {
    return { next: { sentence: following, letters: 0 }, afterMs: timings.typedHoldMs };
  }
  return {
    next: { sentence, letters: letters + 1 },
    afterMs: letters === 0 ? timings.typedPauseMs : timings.typedLetterMs,
  };
}

/**
 * Three sentences, typed one after the other while the page is visible. The first is shown whole until hydration.
 * Letters go straight into the text node: rendering twelve times a second with React would take 4 % of a core.
 */
export function TypedTagline({ id }: { id: string }) {
  const text = useText();
  const still = useMotion(isStill);
  const hidden = useMotion(isHidden);
  const sentences = [text('home.about.typed1'), text('home.about.typed2'), text('home.about.typed3')];
  const words = useRef<HTMLSpanElement>(null);
  const typed = useRef<Typed>({ sentence: 0, letters: Infinity });
  const all = sentences.join('\n');

  useEffect(() => {
    const wanted = all.split('\n');
    const lengths = wanted.map((sentence) => sentence.length);
    let timer: ReturnType<typeof setTimeout> | undefined;
    function show({ sentence, letters }: Typed) {
      const node = words.current?.firstChild;
      if (node) node.nodeValue = wanted[sentence]?.slice(0, letters) ?? '';
    }
    function typeNext() {
      const { next, afterMs } = nextTyped(typed.current, lengths);
      timer = setTimeout(() => {
        typed.current = next;
        show(next);
        typeNext();
      }, afterMs);
    }
    show(still ? { sentence: 0, letters: Infinity } : typed.current);
    if (!still && !hidden) typeNext();
    return () => clearTimeout(timer);
  }, [still, hidden, all]);

  return (
    <h2 id={id} className="typed grid text-h2">
      <span className="sr-only">{sentences[0]}</span>
      {/* All of them, invisible, reserve the space that the longest needs. */}
      {sentences.map((sentence, index) => (
        <span key={index} aria-hidden="true" className="invisible">
          {sentence}
        </span>
      ))}
      <span aria-hidden="true">
        <span ref={words}>{sentences[0]}</span>
        <i className="caret" />
      </span>
    </h2>
  );
}
