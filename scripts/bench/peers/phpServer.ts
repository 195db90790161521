import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, globSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { userInfo } from "node:os"
import { delimiter, join } from "node:path"
import { unpackDebianPackages } from "../../run/debianPackage.ts"
import { freePort } from "../../run/ports.ts"
import { waitUntil } from "../../run/processes.ts"
import { root } from "../../run/root.ts"

const TREE = join(root, ".quire", "tools", "php")
const PACKAGES = "nginx php-fpm php-cli php-sqlite3 php-curl php-xml php-mbstring php-intl php-gmp php-zip".split(" ")
/** In the order in which they depend on each other. */
const EXTENSIONS =
  "ctype curl dom fileinfo gmp iconv intl mbstring pdo pdo_sqlite phar posix simplexml tokenizer xml xmlreader zip"
const PHP_CHILDREN = 4
const [UP_MS_MAX, COMMAND_MS_MAX, OUTPUT_LENGTH_MAX] = [30_000, 300_000, 20_000]

export type PhpServer = {
  readonly origin: string
  /** Runs a PHP program in the directory of the application. @throws Error with its output if it fails */
  readonly run: (parameters: ReadonlyArray<string>) => void
  readonly stop: () => Promise<void>
}

type PhpServerOptions = {
  /** Directory for configuration and logs. */
  readonly home: string
  /** The application; `p` is what the web sees. */
  readonly application: string
  readonly env: Readonly<Record<string, string>>
}

/**
 * Starts nginx and PHP-FPM from Debian's packages, which are unpacked without changing the system, with the opcode cache and
 * gzip, on the loopback interface.
 */
export async function startPhpServer({ home, application, env }: PhpServerOptions): Promise<PhpServer> {
  unpack()
  const port = await freePort()
  const files = writeFiles(home, application, port)
  const variables = { ...process.env, ...env, ...libraryPath() }
  const fpm = start(program("usr/sbin/php-fpm*"), ["-F", "-R", "-c", files.ini, "-y", files.pool], variables)
  const nginx = start(program("usr/sbin/nginx"), ["-p", home, "-c", files.nginx], variables)
  const stop = async () => {
    await Promise.all([fpm, nginx].map((each) => each.stop()))
  }
  const origin = `http://127.0.0.1:${port}`
  const isUp = () =>
    existsSync(files.socket) &&
    fetch(origin).then(
      () => true,
      () => false,
    )
  if (!(await waitUntil(isUp, UP_MS_MAX))) {
    await stop()
    throw new Error(`nginx or PHP-FPM did not start: see ${home}\n${fpm.output()}\n${nginx.output()}`)
  }
  const php = program("usr/bin/php[0-9]*")
  return {
    origin,
    run: (parameters) => {
      const options = { cwd: application, env: variables, encoding: "utf8", timeout: COMMAND_MS_MAX } as const
      const { status, stdout, stderr } = spawnSync(php, ["-c", files.ini, ...parameters], options)
      if (status !== 0) throw new Error(`php ${parameters.join(" ")} failed:\n${stdout}\n${stderr}`)
    },
    stop,
  }
}

function unpack(): void {
  if (existsSync(TREE)) return
  const place = `${TREE}-${process.pid}`
  try {
    unpackDebianPackages(PACKAGES, place)
    renameSync(join(place, "root"), TREE)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

const program = (pattern: string): string => {
  const [found] = globSync(pattern, { cwd: TREE }).toSorted()
  if (found === undefined) throw new Error(`Debian's packages have no ${pattern}`)
  return join(TREE, found)
}

const libraryPath = () => ({
  LD_LIBRARY_PATH: globSync("usr/lib/*-linux-gnu", { cwd: TREE })
    .map((folder) => join(TREE, folder))
    .join(delimiter),
})

function writeFiles(home: string, application: string, port: number) {
  const file = (name: string) => join(home, name)
  const files = { ini: file("php.ini"), pool: file("pool.conf"), nginx: file("nginx.conf"), socket: file("php.sock") }
  const isRoot = userInfo().uid === 0
  const account = isRoot ? "user = root\ngroup = root\n" : ""
  mkdirSync(file("logs"), { recursive: true })
  writeFileSync(
    files.ini,
    `extension_dir = ${join(TREE, globSync("usr/lib/php/2*", { cwd: TREE })[0] ?? "")}
zend_extension = opcache
opcache.enable = 1
date.timezone = UTC
memory_limit = 512M
${EXTENSIONS.split(" ")
  .map((name) => `extension = ${name}\n`)
  .join("")}`,
  )
  writeFileSync(
    files.pool,
    `[global]
error_log = ${file("php.log")}
[site]
${account}listen = ${files.socket}
pm = static
pm.max_children = ${PHP_CHILDREN}
clear_env = no
`,
  )
  const parameters = Object.entries(FASTCGI).map(([name, value]) => `fastcgi_param ${name} ${value};`)
  writeFileSync(
    files.nginx,
    `daemon off;
${isRoot ? "user root;\n" : ""}pid ${file("nginx.pid")};
error_log stderr;
events { worker_connections 512; }
http {
  include ${join(TREE, "etc/nginx/mime.types")};
  access_log off;
  gzip on;
  keepalive_requests 1000000;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${file(kind)};`).join("\n  ")}
  server {
    listen 127.0.0.1:${port};
    root ${join(application, "p")};
    index index.php index.html;
    location ~ ^.+?\\.php(/.*)?$ {
      fastcgi_pass unix:${files.socket};
      fastcgi_split_path_info ^(.+\\.php)(/.*)$;
      ${parameters.join("\n      ")}
    }
    location / { try_files $uri $uri/ index.php; }
  }
}
`,
  )
  return files
}

/** The variables of PHP's interface (CGI/1.1). */
const FASTCGI = {
  SCRIPT_FILENAME: "$document_root$fastcgi_script_name",
  SCRIPT_NAME: "$fastcgi_script_name",
  PATH_INFO: "$fastcgi_path_info",
  QUERY_STRING: "$query_string",
  REQUEST_METHOD: "$request_method",
  REQUEST_URI: "$request_uri",
  CONTENT_TYPE: "$content_type if_not_empty",
  CONTENT_LENGTH: "$content_length if_not_empty",
  DOCUMENT_URI: "$document_uri",
  DOCUMENT_ROOT: "$document_root",
  SERVER_PROTOCOL: "$server_protocol",
  SERVER_NAME: "$server_name",
  SERVER_PORT: "$server_port",
  REMOTE_ADDR: "$remote_addr",
  GATEWAY_INTERFACE: "CGI/1.1",
} as const

function start(path: string, parameters: ReadonlyArray<string>, env: NodeJS.ProcessEnv) {
  const child: ChildProcess = spawn(path, parameters, { env, stdio: ["ignore", "pipe", "pipe"] })
  let output = ""
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (part) => {
      output = (output + part).slice(-OUTPUT_LENGTH_MAX)
    })
  const ended = once(child, "exit")
  return {
    output: () => output,
    stop: async () => {
      if (child.exitCode === null) child.kill("SIGTERM")
      await ended
    },
  }
}
