/** The steps that the example's settings leave to the owner, in a sensible order. */
export const launchSteps = [
  'legal-texts',
  'lead-delivery',
  'sender',
  'owner-address',
  'calendar',
  'public-address',
] as const;
export type LaunchStep = (typeof launchSteps)[number];

/** `GET /api/admin/launch-checklist`: the steps that are left. */
export interface LaunchChecklistAnswer {
  open: LaunchStep[];
}

/** A file in the site's server build: the paths, as a JSON list, of the documents that are still example templates. */
export const templatesFile = 'templates.json';
