import { ENVIRONMENTS, listFacebookApps } from '@pagecast/api/contract';
import { apiQuery, EmptyState, Loaded } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { AppWindow } from 'lucide-react';
import { AdminSection, type Section } from '../parts/admin-section.tsx';
import { ENVIRONMENT_WORDS } from '../parts/environment-words.ts';
import { AddAppForm } from './add-app-form.tsx';
import { AppRow } from './app-row.tsx';

export const facebookAppsSection: Section = { id: 'facebook-apps', title: 'Facebook Apps', Card: FacebookAppsCard };

/** The apps at Facebook that Pagecast logs people in with, one active per environment. */
export function FacebookAppsCard() {
  const query = useQuery(apiQuery(listFacebookApps));
  return (
    <AdminSection
      of={facebookAppsSection}
      description="Each environment logs people in with its active app. A new app becomes the active one."
    >
      <AddAppForm />
      <div className="mt-6">
        <Loaded query={query} rows={3}>
          {(apps) =>
            apps.length === 0 ? (
              <EmptyState icon={<AppWindow />}>
                No app is set up here yet. Pagecast uses the one the server was started with.
              </EmptyState>
            ) : (
              <div className="flex flex-col gap-5">
                {ENVIRONMENTS.map((mode) => ({ mode, own: apps.filter(({ appMode }) => appMode === mode) }))
                  .filter(({ own }) => own.length > 0)
                  .map(({ mode, own }) => (
                    <section key={mode} aria-label={ENVIRONMENT_WORDS[mode]}>
                      <h3 className="text-sm font-semibold">{ENVIRONMENT_WORDS[mode]}</h3>
                      <ul className="divide-y divide-line">
                        {own.map((app) => (
                          <AppRow key={app.id} app={app} />
                        ))}
                      </ul>
                    </section>
                  ))}
              </div>
            )
          }
        </Loaded>
      </div>
    </AdminSection>
  );
}
