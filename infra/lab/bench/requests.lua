-- Requests for wrk: `requests.lua visits` the beacons of page views, `requests.lua pages` a crawler's GETs of pages.
local pages = { "/en", "/nl", "/learn", "/nl/learn", "/booking", "/legal" }
local requests, at = {}, 0

-- Visitors differ, as the edge's header tells them apart.
local function visit(n)
  local address = "198.51." .. math.floor(n / 200) .. "." .. (n % 200)
  local body = '{"page":"' .. pages[n % #pages + 1] .. '","referrer":"https://www.example.org/","language":"ENG"}'
  return wrk.format("POST", "/api/visit", {
    ["content-type"] = "application/json",
    ["user-agent"] = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    ["x-real-ip"] = address,
    ["x-forwarded-for"] = address,
  }, body)
end

local function noise(length)
  local bytes = {}
  for n = 1, length do bytes[n] = string.char(math.random(97, 122)) end
  return table.concat(bytes)
end

-- With an agent of 1 KB and a referrer of 3 KB that do not compress.
local function page(n)
  local paths = { "/not-there", "/wp-login.php", unpack(pages) }
  return wrk.format("GET", paths[n % #paths + 1] .. "?n=" .. n, {
    ["user-agent"] = "crawler/1.0 (+https://crawler.example/" .. noise(980) .. ")",
    ["referer"] = "https://www.example.org/" .. noise(3000),
  })
end

function init(arguments)
  local make = ({ visits = visit, pages = page })[arguments[1]]
  for n = 1, 512 do requests[n] = make(n) end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"perSecond":%.3f,"p50Ms":%.3f,"p99Ms":%.3f,"failed":%d}\n',
    summary.requests, summary.requests / (summary.duration / 1e6),
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
