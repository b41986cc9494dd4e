import { accessSection } from '../access/access-card.tsx';
import { auditSection } from '../audit/audit-card.tsx';
import { apiConfigurationSection } from '../configuration/api-configuration-card.tsx';
import { environmentSection } from '../configuration/environment-card.tsx';
import { facebookAppsSection } from '../facebook-apps/facebook-apps-card.tsx';
import { mailServerSection } from '../configuration/mail-server-card.tsx';
import { impersonationSection } from '../impersonation/impersonation-card.tsx';
import { invitationsSection } from '../invitations/invitations-card.tsx';
import { loginsSection } from '../logins/login-activity-card.tsx';
import { releasesSection } from '../releases/releases-card.tsx';
import type { Section } from '../parts/admin-section.tsx';

/** The concerns of the panel, in the order of the page: who comes in first, what stays set for weeks after it. */
export const SECTIONS: readonly Section[] = [
  accessSection,
  invitationsSection,
  loginsSection,
  impersonationSection,
  apiConfigurationSection,
  mailServerSection,
  facebookAppsSection,
  environmentSection,
  releasesSection,
  auditSection,
];
