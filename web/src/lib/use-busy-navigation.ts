import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * True while the address is already another page's and its screen is still on its way: until its file is here, the page
 * that was left stays. `main` is then `aria-busy`.
 */
export function useBusyNavigation(): boolean {
  const { pathname } = useLocation();
  const [target, setTarget] = useState(pathname);
  const [shown, setShown] = useState(pathname);
  // The page itself may have gone on to yet another address.
  if (shown !== pathname) {
    setShown(pathname);
    setTarget(pathname);
  }
  const isBusy = target !== pathname;

  useEffect(() => {
    const look = () => setTarget(location.pathname);
    // Above React's root, so after the router has changed the address.
    document.addEventListener('click', look);
    addEventListener('popstate', look);
    return () => {
      document.removeEventListener('click', look);
      removeEventListener('popstate', look);
    };
  }, []);
  useEffect(() => {
    document.querySelector('main')?.setAttribute('aria-busy', String(isBusy));
  }, [isBusy]);
  return isBusy;
}
