import { useEffect, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { useHidden, useStill } from '../../lib/motion';
import { nextTyped, type Typed } from './next-typed';

/** Three sentences, typed one after the other. The first stands there whole until the page has come alive. */
export function TypedTagline({ id }: { id: string }) {
  const text = useText();
  const still = useStill();
  const hidden = useHidden();
  const sentences = [text('home.about.typed1'), text('home.about.typed2'), text('home.about.typed3')];
  const [typed, setTyped] = useState<Typed>({ sentence: 0, letters: Infinity });
  const lengths = sentences.map((sentence) => sentence.length).join();

  useEffect(() => {
    if (still || hidden) return;
    const { next, afterMs } = nextTyped(typed, lengths.split(',').map(Number));
    const timer = setTimeout(setTyped, afterMs, next);
    return () => {
      clearTimeout(timer);
    };
  }, [typed, still, hidden, lengths]);

  const shown = still ? sentences[0] : sentences[typed.sentence]?.slice(0, typed.letters);
  return (
    <h2 id={id} className="typed text-h2">
      <span className="sr-only">{sentences[0]}</span>
      {/* All of them, unseen, keep the room that the longest needs. */}
      {sentences.map((sentence) => (
        <span key={sentence} aria-hidden="true" className="invisible">
          {sentence}
        </span>
      ))}
      <span aria-hidden="true">
        {shown}
        <i className="caret" />
      </span>
    </h2>
  );
}
