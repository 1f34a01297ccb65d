import type { Service, ServiceOptions } from '../../service/index.ts'
import { interrupted } from '../../shared/errors.ts'
import type { Transport } from '../transport.ts'

/**
 * Answers in this very process: no port, no key. The service is opened by the first call.
 * `headers` go with every request, below what the request itself says; `beforeClose` has the service for the last time.
 */
export function createLocalTransport(
  options: ServiceOptions,
  headers: Readonly<Record<string, string>> = {},
  beforeClose: (service: Service) => Promise<void> = async () => undefined,
): Transport & { close(): Promise<void> } {
  let opening: ReturnType<typeof open> | undefined
  const open = async () => {
    const { openService } = await import('../../service/index.ts')
    return openService(options)
  }
  const transport: Transport = async ({ request, signal }) => {
    if (signal?.aborted) throw interrupted(signal.reason)
    opening ??= open()
    const service = await opening
    return service.handle({ ...request, headers: { ...headers, ...request.headers } }, { kind: 'in-process' })
  }
  return Object.assign(transport, {
    async close() {
      // One that could not be opened was told to whoever asked for it.
      const service = await opening?.catch(() => undefined)
      if (!service) return
      await beforeClose(service)
      await service.close()
    },
  })
}
