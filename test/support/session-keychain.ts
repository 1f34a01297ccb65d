import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from './temporary-folder.ts'

/** Programs of the session, and the one that asks its keychain. */
export const KEYCHAIN = ['dbus-run-session', 'gnome-keyring-daemon', 'secret-tool']

/** Unlocks a keyring with an empty password, prints its bus address, and runs until stdin ends. */
const SCRIPT = `echo | gnome-keyring-daemon --unlock --components=secrets >&2
echo "$DBUS_SESSION_BUS_ADDRESS"
cat >&2`

/**
 * A session bus with its own GNOME Keyring; both end after the test.
 * @returns the environment of a program in that session
 */
export async function sessionKeychain(): Promise<Readonly<Record<string, string>>> {
  const home = temporaryFolder()
  const env = { PATH: process.env.PATH ?? '', HOME: home, XDG_DATA_HOME: home, XDG_RUNTIME_DIR: home }
  const session = spawn('dbus-run-session', ['--', 'sh', '-c', SCRIPT], { env, stdio: ['pipe', 'pipe', 'ignore'] })
  onTestFinished(async () => {
    const ended = once(session, 'exit')
    session.stdin.end()
    await ended
  })
  const [address] = (await once(session.stdout.setEncoding('utf8'), 'data')) as [string]
  return { ...env, DBUS_SESSION_BUS_ADDRESS: address.trim() }
}
