import { site } from '../../config/site';
import { useText } from '../../i18n/use-text';
import { WatchedImage } from '../../ui/watched-image';

/** For the owner's eyes: the six logos as the newsletter shows them. */
export default function LogosRoute() {
  const text = useText();
  return (
    <div className="wrap page">
      <h1 className="text-h1">{text('logos.headline')}</h1>
      <p className="mt-3 mb-10 text-text-2">{text('logos.text')}</p>
      <ul className="grid grid-cols-2 gap-5 phone:grid-cols-3 columns:grid-cols-6">
        {site.partners.map(({ name, logo }) => (
          <li key={logo} className="card grid justify-items-center gap-3 text-center text-small text-text-2">
            <WatchedImage
              src={logo}
              alt=""
              width={60}
              height={60}
              onFailed={() => console.error(`The logo ${logo} could not be loaded.`)}
            />
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}
