import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { removeStored, storageKeys } from '../config/storage';
import { whenIdle } from '../lib/page-state';
import { reloadAfterDeploy } from '../ui/load-failure';
import { AdminApp } from './admin-app';
import './admin.css';

reloadAfterDeploy();
// An earlier version kept the admin's key in the browser.
removeStored(storageKeys.legacyAdminKey);
const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <AdminApp />
    </BrowserRouter>
  </StrictMode>,
);
// The page holds the owner's texts as they were when it was written.
whenIdle(() => void import('../i18n/watch-texts').then(({ watchTexts }) => watchTexts()));
