import { useLocation, useNavigate } from 'react-router-dom';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderSite } from '../testing/render';
import { pageOf } from './pages/paths';
import { SiteFrame } from './site-frame';

const paths = ['/nl', '/booking', '/no-such-house', '/privacy', '/en'];

function Site() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <SiteFrame page={pageOf(pathname)}>
      {paths.map((path) => (
        <button key={path} type="button" onClick={() => void navigate(path)}>
          {path}
        </button>
      ))}
    </SiteFrame>
  );
}

it('it rains on the landing page, and never behind the text of another', async () => {
  renderSite(<Site />, { path: '/en' });
  const skies = () => document.querySelectorAll('.sky').length;
  await expect.poll(skies).toBe(1);
  for (const [index, path] of paths.entries()) {
    await page.getByRole('button', { name: path }).click();
    await expect.poll(skies, { message: path }).toBe(index % 2 === 0 ? 1 : 0);
  }
});
