import type { Check } from '../check.ts'
import { certificate, reachable } from './address.ts'
import { alerts, destinations, outbox } from './alerts.ts'
import { contracts } from './contracts.ts'
import { database, disk, limits, masterKey, serving } from './database.ts'
import { feeds } from './feeds.ts'
import { access, configFile, home } from './files.ts'
import { followers } from './followers.ts'
import { managementKey, validationKey } from './keys.ts'
import { nodes } from './nodes.ts'
import { pace } from './pace.ts'
import { policies } from './policies.ts'
import { node } from './program.ts'
import { proxy } from './proxy.ts'
import { safes } from './safes.ts'
import { settings, variables } from './settings.ts'

/** From this machine outwards: earlier problems cause later ones. */
export const checks: readonly Check[] = [
  node,
  configFile,
  home,
  settings,
  variables,
  proxy,
  reachable,
  certificate,
  pace,
  validationKey,
  managementKey,
  disk,
  access,
  database,
  limits,
  masterKey,
  serving,
  feeds,
  nodes,
  contracts,
  followers,
  safes,
  policies,
  destinations,
  outbox,
  alerts,
]
