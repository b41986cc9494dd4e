import { Enums, Models, Serialize, Spec, SPDX } from '@cyclonedx/cyclonedx-library';
import { buildInputs } from '../build/build-inputs.ts';
import { bundledPackages, type BundledPackage } from '../build/bundled-packages.ts';

const { Component, LicenseExpression, NamedLicense, SpdxLicense } = Models;

interface ListedBuild {
  readonly name: string;
  readonly version: string;
  /** Its files. */
  readonly dist: string;
}

/**
 * What a version is made of, as a CycloneDX document in JSON: `required` are the packages that stand in its files,
 * `excluded` are those that built it, and those that its sources lead to without a line of them being left. Without a
 * time in it, and without names made up for it, so that equal builds have equal lists.
 * @param directory of the package that is released
 */
export function partsList(directory: string, { name, version, dist }: ListedBuild): string {
  const whole = new Component(Enums.ComponentType.Application, name, { version, bomRef: `${name}@${version}` });
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: whole }) });
  const bundled = bundledPackages(dist);
  const inFiles = new Set(bundled?.map(nameOf));
  const parts = new Map([...buildInputs(directory).parts, ...(bundled ?? [])].map((part) => [nameOf(part), part]));
  for (const [installedName, { name: full, version: installed, license }] of parts) {
    const [group, own] = full.startsWith('@') ? full.split('/') : [undefined, full];
    const purl = `pkg:npm/${full.replace('@', '%40')}@${installed}`;
    const part = new Component(Enums.ComponentType.Library, own ?? full, {
      ...(group !== undefined && { group }),
      version: installed,
      ...(bundled !== null && {
        scope: inFiles.has(installedName) ? Enums.ComponentScope.Required : Enums.ComponentScope.Excluded,
      }),
      purl,
      bomRef: purl,
    });
    if (typeof license === 'string') part.licenses.add(licenseOf(license));
    bom.components.add(part);
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return serializer.serialize(bom, { sortLists: true, space: 0 });
}

const nameOf = ({ name, version }: BundledPackage) => `${name}@${version}`;

function licenseOf(text: string): InstanceType<typeof SpdxLicense | typeof NamedLicense | typeof LicenseExpression> {
  if (SPDX.isSupportedSpdxId(text)) return new SpdxLicense(text);
  return / (OR|AND|WITH) /.test(text) ? new LicenseExpression(text) : new NamedLicense(text);
}
