import { lookup } from 'node:dns/promises'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { WardenError } from '../../shared/errors.ts'

export interface Where {
  /** A name or an address; a name that has several is listened on at its first. */
  readonly host: string
  /** 0: any free one. */
  readonly port: number
}

/** Listens, and returns the address with the port that was picked. Throws WardenError 'refused'. */
export async function listen(app: FastifyInstance, { host, port }: Where): Promise<string> {
  try {
    const { address } = await lookup(host)
    await app.listen({ host: address, port })
  } catch (error) {
    throw listenError(error, host, port)
  }
  const { address, family, port: picked } = app.server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${picked}`
}

function listenError(error: unknown, host: string, port: number): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: 'another program listens there',
    EACCES: 'this user may not open that port',
    EADDRNOTAVAIL: 'this machine does not have that address',
    ENOTFOUND: 'the name does not resolve',
    EAI_AGAIN: 'the name does not resolve',
  }
  const reason = reasons[code]
  if (reason === undefined) return error
  return new WardenError({
    kind: 'refused',
    code: 'cannot-listen',
    message: `cannot listen on ${host.includes(':') ? `[${host}]` : host}:${port}: ${reason}`,
    try: code === 'EADDRINUSE' || code === 'EACCES' ? 'txwarden serve --port 0' : 'txwarden serve',
    cause: error,
  })
}
