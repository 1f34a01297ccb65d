import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * A port on which nothing listens. Systems give none of these to a socket that names no port, so that no other test, and no
 * connection of its own, takes it meanwhile: Linux gives 32768 and more, the others 49152 and more.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_240, 32_768)
    if (await isFree(port)) return port
  }
}

/** On any address of this machine. */
function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
}
