import * as core from '@module-federation/runtime-core';

// Where containers that were built without a runtime of their own look for it.
Reflect.set(globalThis, '_FEDERATION_RUNTIME_CORE', core);
