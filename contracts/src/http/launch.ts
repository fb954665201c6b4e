/** What the example's settings leave to the owner, in the order in which it is worth doing. */
export const launchSteps = [
  'legal-texts',
  'lead-delivery',
  'sender',
  'owner-address',
  'calendar',
  'public-address',
] as const;
export type LaunchStep = (typeof launchSteps)[number];

/** `GET /api/admin/launch-checklist`: the steps that are still to be taken. */
export interface LaunchChecklistAnswer {
  open: LaunchStep[];
}

/** In the site's server build: the documents that still carry the example's mark, as a JSON list of their paths. */
export const templatesFile = 'templates.json';
