-- What wrk sends: the beacon of a page view. Visitors differ, as the edge's header tells them apart.
wrk.method = "POST"
local page = { "/en", "/nl", "/learn", "/nl/learn", "/booking", "/legal" }
local headers = {
  ["content-type"] = "application/json",
  ["user-agent"] = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
}
local requests, at = {}, 0

function init()
  for n = 1, 512 do
    local address = "198.51." .. math.floor(n / 200) .. "." .. (n % 200)
    headers["x-real-ip"], headers["x-forwarded-for"] = address, address
    local body = '{"page":"' .. page[n % #page + 1] .. '","referrer":"https://www.example.org/","language":"ENG"}'
    requests[n] = wrk.format("POST", "/api/visit", headers, body)
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"seconds":%.6f,"p50Ms":%.3f,"p99Ms":%.3f,"failed":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
