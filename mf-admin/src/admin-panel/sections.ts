/** The concerns of the panel, in the order of the page: who comes in first, what stays set for weeks after it. */
export const SECTIONS = [
  { id: 'access', label: 'Access Control' },
  { id: 'invitations', label: 'Invitation Codes' },
  { id: 'logins', label: 'Login Activity' },
  { id: 'mock-user', label: 'Mock User' },
  { id: 'api-configuration', label: 'API Configuration' },
  { id: 'facebook-apps', label: 'Facebook Apps' },
  { id: 'environment', label: 'Environment' },
  { id: 'releases', label: 'Releases' },
  { id: 'audit', label: 'Audit Log' },
] as const;

export type SectionId = (typeof SECTIONS)[number]['id'];
