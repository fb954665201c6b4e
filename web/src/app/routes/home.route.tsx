import { NewsletterForm } from '../../features/newsletter/newsletter-form';
import { useText } from '../../i18n/use-text';
import { Door } from '../../ui/door';
import { Lines } from '../../ui/lines';
import { NumberPlate } from '../../ui/number-plate';
import { PageHead } from '../page-head';
import type { Page } from '../paths';
import { SiteFrame } from '../site-frame';

export function HomeRoute({ page }: { page: Page }) {
  const text = useText();
  return (
    <SiteFrame page={page}>
      <PageHead page={page} />
      {page.screen === 'not-found' && (
        <p className="border-y border-line bg-street py-2.5 text-center text-small text-text-2">
          {text('notFound.line')}
        </p>
      )}
      <Hero />
      <About />
      <section id="contact" className="section wrap" aria-labelledby="contact-headline">
        <SectionName number={6} name={text('home.contact.label')} />
        <div className="grid gap-x-16 gap-y-9 min-[901px]:grid-cols-[6fr_7fr] min-[901px]:items-start">
          <div>
            <h2 id="contact-headline" className="text-h2">
              <Lines>{text('home.contact.headline')}</Lines>
            </h2>
            <p className="mt-5 max-w-[30em] text-text-2">{text('home.contact.text')}</p>
          </div>
          <div className="card">
            <div className="letterbox" aria-hidden="true" />
            <h3 className="text-h3">{text('newsletter.title')}</h3>
            <p className="mt-2 mb-5 text-text-2">{text('newsletter.text')}</p>
            <NewsletterForm language={page.language} />
          </div>
        </div>
      </section>
    </SiteFrame>
  );
}

/** Words and door stand on one kerb. */
function Hero() {
  const text = useText();
  return (
    <section id="home" className="hero" aria-labelledby="home-headline">
      <div className="wrap hero-grid">
        <div className="hero-words">
          <p className="flex items-center gap-3 text-small text-text-2">
            <NumberPlate number={2} />
            {text('home.hero.where')}
          </p>
          <h1 id="home-headline" className="mt-5 text-hero">
            <Lines>{text('home.hero.headline')}</Lines>
          </h1>
          <p className="mt-6 max-w-[29em] text-lead text-text-2">{text('home.hero.lead')}</p>
          <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-2.5">
            <a href="#contact" className="button button-lamp">
              {text('home.hero.letter')}
            </a>
            <a href="#about" className="button-link">
              {text('home.hero.about')}
            </a>
          </div>
          <p className="mt-4 text-small text-text-3">{text('home.hero.fine')}</p>
        </div>
        <div className="facade">
          <Door />
        </div>
      </div>
      <div className="kerb" aria-hidden="true" />
    </section>
  );
}

function About() {
  const text = useText();
  const services = [
    { name: text('home.about.automations.name'), does: text('home.about.automations.text') },
    { name: text('home.about.agents.name'), does: text('home.about.agents.text') },
    { name: text('home.about.noCode.name'), does: text('home.about.noCode.text') },
  ];
  return (
    <section id="about" className="section wrap" aria-labelledby="about-headline">
      <SectionName number={4} name={text('home.about.label')} />
      <h2 id="about-headline" className="max-w-[19em] text-h1">
        <Lines>{text('home.about.headline')}</Lines>
      </h2>
      <ul className="mt-12 grid gap-x-10 gap-y-8 min-[901px]:grid-cols-3">
        {services.map(({ name, does }) => (
          <li key={name} className="border-t border-line pt-5">
            <h3 className="text-h3">{name}</h3>
            <p className="mt-2.5 max-w-[34em] text-text-2">{does}</p>
          </li>
        ))}
      </ul>
      <p className="mt-12 flex max-w-[37em] items-baseline gap-3 text-lead text-text">
        <span className="lamp-dot" aria-hidden="true" />
        {text('home.about.keys')}
      </p>
    </section>
  );
}

function SectionName({ number, name }: { number: number; name: string }) {
  return (
    <div className="mb-[clamp(1.75rem,3.5vw,3rem)] flex items-center gap-4">
      <NumberPlate number={number} />
      <p className="text-small font-medium text-text-2">{name}</p>
      <span className="h-px flex-1 bg-linear-90 from-line to-transparent" />
    </div>
  );
}
