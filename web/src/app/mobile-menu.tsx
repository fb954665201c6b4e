import { useEffect } from 'react';
import { sizes } from '../config/timings';
import type { Page } from './pages/paths';
import { BarLinks } from './bar-links';

interface Props {
  page: Page;
  onClose: () => void;
}

/** A full sheet under the bar. The page below can't get the focus while it's open. */
export function MobileMenu({ page, onClose }: Props) {
  useEffect(() => {
    const below = document.querySelectorAll('main, footer');
    for (const part of below) part.toggleAttribute('inert', true);
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'Escape') return;
      onClose();
      document.querySelector<HTMLElement>('[aria-controls="menu"]')?.focus();
    }
    const wide = matchMedia(`(width >= ${sizes.menuBelowPx}px)`);
    addEventListener('keydown', onKey);
    wide.addEventListener('change', onClose);
    return () => {
      for (const part of below) part.toggleAttribute('inert', false);
      removeEventListener('keydown', onKey);
      wide.removeEventListener('change', onClose);
    };
  }, [onClose]);
  return (
    <div id="menu" className="menu">
      <div className="wrap grid content-start gap-1 pt-6">
        <BarLinks
          page={page}
          className="menu-item"
          bookingClassName="button button-lamp mt-6 text-h3"
          onChosen={onClose}
        />
      </div>
    </div>
  );
}
