/** Where `serve` listens unless told otherwise. */
export const LOCAL_HOST = '127.0.0.1'
export const LOCAL_PORT = 8787

/** What stands for the address of the local service where one is needed: `--curl`, the OpenAPI document. */
export const LOCAL_ADDRESS = `http://${LOCAL_HOST}:${LOCAL_PORT}`
