import type { OpenSharedAnswer, OpenSharedBody, SharedFigures } from '@voordeur/contracts/http';
import { authorizationOf } from '../../lib/admin-api';
import { postJson, throwUnlessOk } from '../../lib/http';

export type SharedView = Omit<OpenSharedAnswer, 'token'> & SharedFigures;

/** Opens the link and reads its figures, each time from the start: the page keeps no session. */
export async function readShared(body: OpenSharedBody, signal: AbortSignal): Promise<SharedView> {
  const { token, ...view } = (await (await postJson('/api/shared/open', body)).json()) as OpenSharedAnswer;
  const answer = await fetch('/api/shared/figures', {
    headers: authorizationOf(token),
    credentials: 'omit',
    signal,
  });
  return { ...view, ...((await (await throwUnlessOk(answer)).json()) as SharedFigures) };
}
