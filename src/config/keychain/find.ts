import { existsSync } from 'node:fs'
import { platform } from 'node:os'
import { join } from 'node:path'
import type { Env } from '../paths.ts'
import { type Keychain, keychainFailed } from './keychain.ts'
import { secretToolKeychain } from './secret-tool.ts'
import { securityKeychain } from './security.ts'

/**
 * The keychain of this system, without accessing it.
 * @throws WardenError `keychain-failed` if the system has none
 */
export function findKeychain(env: Env): Keychain {
  if (platform() === 'darwin') {
    if (!env.HOME) throw keychainFailed('HOME is not set')
    return securityKeychain(env)
  }
  if (platform() !== 'linux') throw keychainFailed('this system has no supported keychain')
  // Without a session bus, libsecret would start one for every call.
  if (!hasSessionBus(env)) throw keychainFailed('there is no session bus')
  return secretToolKeychain(env)
}

function hasSessionBus({ DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: folder }: Env): boolean {
  return Boolean(address) || (Boolean(folder) && existsSync(join(folder ?? '', 'bus')))
}
