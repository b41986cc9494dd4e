import { Enums, Models, Serialize, Spec, SPDX } from '@cyclonedx/cyclonedx-library';
import { buildInputs } from '../build/build-inputs.ts';

const { Component, LicenseExpression, NamedLicense, SpdxLicense } = Models;

/**
 * What a version is made of, as a CycloneDX document in JSON: the packages that its sources lead to, and those that
 * build it. Without a time in it, and without names made up for it, so that equal builds have equal lists.
 * @param directory of the package that is released
 */
export function partsList(directory: string, { name, version }: { name: string; version: string }): string {
  const whole = new Component(Enums.ComponentType.Application, name, { version, bomRef: `${name}@${version}` });
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: whole }) });
  for (const { name: full, version: installed, license } of buildInputs(directory).parts) {
    const [group, own] = full.startsWith('@') ? full.split('/') : [undefined, full];
    const purl = `pkg:npm/${full.replace('@', '%40')}@${installed}`;
    const part = new Component(Enums.ComponentType.Library, own ?? full, {
      ...(group !== undefined && { group }),
      version: installed,
      purl,
      bomRef: purl,
    });
    if (typeof license === 'string') part.licenses.add(licenseOf(license));
    bom.components.add(part);
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return serializer.serialize(bom, { sortLists: true, space: 0 });
}

function licenseOf(text: string): InstanceType<typeof SpdxLicense | typeof NamedLicense | typeof LicenseExpression> {
  if (SPDX.isSupportedSpdxId(text)) return new SpdxLicense(text);
  return / (OR|AND|WITH) /.test(text) ? new LicenseExpression(text) : new NamedLicense(text);
}
